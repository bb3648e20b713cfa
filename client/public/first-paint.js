(function () {
  var cookie = document.cookie.match(/(?:^|; )ic_theme=([^;]*)/);
  var theme = cookie ? cookie[1] : 'light';
  var dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.style.background = dark ? '#0f141b' : '#f5f7fa';
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
})();
