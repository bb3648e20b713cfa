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
})();
