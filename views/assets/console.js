// The console works without this: it spares reloading the page.

// After a form, reloading the page asks the bank again and does not send the form again.
if (document.querySelector('.result') !== null) history.replaceState(null, '', location.href);

// The request log follows the bank: `data-live` is the address of the events, and marks what to replace.
for (const list of document.querySelectorAll('[data-live]')) {
  let waiting = false;
  const refresh = async () => {
    waiting = false;
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const newer = fresh.querySelector('[data-live]');
    // What is opened or focused stays as it is.
    if (newer !== null && !list.contains(document.activeElement))
      list.replaceChildren(...newer.childNodes);
  };
  new EventSource(list.dataset.live).addEventListener('message', () => {
    if (waiting) return;
    waiting = true;
    setTimeout(refresh, 300);
  });
}
