import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns a function that translates device names. */
export function useDeviceLabel(): (name: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (name) => {
      const key = name.toUpperCase();
      return key === 'PC' || key === 'SMARTPHONE' || key === 'TABLET'
        ? t(`enums.Device.${key}`)
        : t('enums.Device.OTHER');
    },
    [t],
  );
}
