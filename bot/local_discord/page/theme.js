// Dark or light: as the machine prefers, unless somebody chose here. Loaded before anything is drawn.

(() => {
  const KEY = 'chancery.theme';
  const apply = (theme) => {
    if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  let theme = 'auto';
  try {
    theme = localStorage.getItem(KEY) ?? 'auto';
  } catch {
    // Without storage the choice lasts as long as the tab.
  }
  apply(theme);
  window.chanceryTheme = {
    get: () => theme,
    set(chosen) {
      theme = chosen;
      apply(chosen);
      try {
        localStorage.setItem(KEY, chosen);
      } catch {
        // As above.
      }
    },
  };
})();
