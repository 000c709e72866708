// The console works without this: it spares reloading the page, and selecting a command to copy it.

const { copy, copied } = document.querySelector('main').dataset;

// After a form, reloading the page asks the bank again and does not send the form again.
if (document.querySelector('.result') !== null) history.replaceState(null, '', location.href);

// Browsers let a page write to the clipboard only over TLS, or on this machine.
function addCopies(within) {
  if (navigator.clipboard === undefined) return;
  for (const command of within.querySelectorAll('.same pre, .result pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = copy;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(command.textContent.trim());
      button.textContent = copied;
    });
    command.before(button);
  }
}
addCopies(document);

// The page follows the bank: `data-live` is the address of the events, and marks what to replace.
for (const list of document.querySelectorAll('[data-live]')) {
  let waiting = false;
  // What is opened or focused stays as it is.
  const isInUse = () =>
    list.contains(document.activeElement) || list.querySelector('details[open]') !== null;
  const refresh = async () => {
    waiting = false;
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const newer = fresh.querySelector('[data-live]');
    if (newer === null || isInUse()) return;
    list.replaceChildren(...newer.childNodes);
    addCopies(list);
  };
  const { live, soon } = list.dataset;
  // Milliseconds until the bank does something by itself, and a little more.
  if (soon !== undefined) setTimeout(refresh, Number(soon) + 300);
  new EventSource(live).addEventListener('message', () => {
    if (waiting) return;
    waiting = true;
    setTimeout(refresh, 300);
  });
}
