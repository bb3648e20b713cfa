import { useLayout } from '../../preferences/layout-context';
import { colourVariables } from '../../theme/css-variables';
import { menuColours } from '../../theme/skins';
import { useThemeName } from '../../theme/theme-provider';
import styles from './frame.module.css';
import { Navigation } from './navigation';

/** Menu above the page: its groups in a row, each with its entries below. */
export function HorizontalNav() {
  const { settings } = useLayout();
  const theme = useThemeName();
  const { skin, semiDarkMenu, horizontalNavType, navbarType } = settings;
  const place =
    horizontalNavType === 'sticky'
      ? `${styles.horizontalSticky} ${navbarType === 'sticky' ? styles.belowBar : ''}`
      : '';
  return (
    <div
      data-screen-only
      className={`${styles.horizontal} ${place}`}
      style={colourVariables(menuColours(theme, skin, semiDarkMenu))}
    >
      <Navigation row collapsed={false} />
    </div>
  );
}
