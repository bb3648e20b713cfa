import { useMonaco } from '@graphiql/react';
import { useEffect } from 'react';
import { PALETTES, type ThemeName } from '../../../theme/tokens';

/** Theme names that GraphiQL's editors request, with the editor theme they extend. */
const THEMES: Readonly<Record<ThemeName, { readonly name: string; readonly base: 'vs' | 'vs-dark' }>> = {
  light: { name: 'graphiql-LIGHT', base: 'vs' },
  dark: { name: 'graphiql-DARK', base: 'vs-dark' },
};

/** Applies the console's colours to the editors. Their default dark theme makes comments unreadable. */
export function useEditorColours(): void {
  const monaco = useMonaco((state) => state.monaco);
  useEffect(() => {
    for (const theme of ['light', 'dark'] as const) {
      const { name, base } = THEMES[theme];
      const { text, textMuted, primary, primarySoft, raised } = PALETTES[theme];
      monaco?.editor.defineTheme(name, {
        base,
        inherit: true,
        rules: [
          { token: 'comment', foreground: textMuted.slice(1) },
          { token: 'argument.identifier.gql', foreground: primary.slice(1) },
        ],
        colors: {
          'editor.background': '#00000000',
          'scrollbar.shadow': '#00000000',
          'editorHoverWidget.background': raised,
          'editorSuggestWidget.background': raised,
          'editorSuggestWidget.foreground': text,
          'editorSuggestWidget.selectedBackground': primarySoft,
          'editorSuggestWidget.selectedForeground': text,
          'editorSuggestWidget.selectedIconForeground': text,
          'list.hoverBackground': primarySoft,
          'list.highlightForeground': primary,
          'list.focusHighlightForeground': primary,
          'menu.background': raised,
          'menu.selectionBackground': primarySoft,
          'menu.selectionForeground': primary,
          'textLink.foreground': primary,
          'textLink.activeForeground': primary,
          focusBorder: primary,
        },
      });
    }
  }, [monaco]);
}
