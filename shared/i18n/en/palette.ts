import type { palette as ja } from '../ja/palette';
import type { Texts } from '../texts';

export const palette: Texts<typeof ja> = {
  placeholder: 'Search pages, ads, ad networks, users and actions',
  results: 'Results',
  keys: '↑↓ to choose, Enter to open',
  searching: 'Searching',
  nothing: 'Nothing matches',
  groups: {
    views: 'Saved views',
    pages: 'Pages',
    ads: 'Ads',
    asps: 'Ad networks',
    users: 'Users',
    products: 'Switch product',
    actions: 'Actions',
  },
  addAd: 'Add an ad',
  addRedirect: 'Add a redirect',
  addAsp: 'Add an ad network',
  print: 'Print this page',
  shortcuts: {
    title: 'Keyboard shortcuts',
    everywhere: 'On every page',
    palette: 'Search and jump to',
    sheet: 'Show this list',
    close: 'Close the open panel',
    tables: 'Report tables',
    walk: 'Move between figures',
    columnMenu: 'On a column header: open its menu',
    columnWidth: 'On a column header: change its width',
  },
};
