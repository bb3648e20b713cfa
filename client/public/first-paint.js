(function () {
  function choice(name) {
    var cookie = document.cookie.match('(?:^|; )' + name + '=([^;]*)');
    return cookie ? cookie[1] : '';
  }
  var theme = choice('ic_theme') || 'light';
  var dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  // Page colours of the skins that define their own. theme/skins.ts defines them; a test keeps both in step.
  var canvas = { blue: ['#f0f5ff', '#0b1424'], bordered: ['#ffffff', '#161d27'] }[choice('ic_skin')] || [
    '#f5f7fa',
    '#0f141b',
  ];
  var root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.background = canvas[dark ? 1 : 0];
  root.style.colorScheme = dark ? 'dark' : 'light';
  root.dir = choice('ic_rtl') === 'true' ? 'rtl' : 'ltr';
  // The menus of the skins that have dark ones.
  var menus = {
    ic_semi_dark: ['#131c2b', '#161d27'],
    blue: ['#0a3d91', '#0a2a63'],
    semi_dark: ['#24272e', '#101216'],
  };
  var surface = ['#ffffff', '#161d27'][dark ? 1 : 0];
  var semiDark = choice('ic_semi_dark_menu') === 'true' ? menus.ic_semi_dark : undefined;
  var menu = menus[choice('ic_skin')] || semiDark;
  root.style.setProperty('--first-surface', surface);
  root.style.setProperty('--first-menu', menu ? menu[dark ? 1 : 0] : surface);
  var tokens = (localStorage.getItem('ic_auto_login') === 'true' ? localStorage : sessionStorage).getItem(
    'ic_tokens',
  );
  if (tokens && !/^\/(demo|explorer|forgot-password|invitation|login|reset-password)/.test(location.pathname))
    root.dataset.frame = 'coming';
  if (choice('ic_nav_type') === 'horizontal') root.dataset.nav = 'none';
  else if (choice('ic_nav_collapsed') === 'true') root.dataset.nav = 'collapsed';
})();
