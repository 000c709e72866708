// The console works without this: it spares reloading the page, and selecting a command to copy it.

const { copy, copied } = document.querySelector('main').dataset;

// After a form, reloading the page asks the bank again and does not send the form again.
const form = document.querySelector('form[data-address]');
if (document.querySelector('.result, #answer, #pending') !== null) {
  history.replaceState(null, '', form?.dataset.address ?? location.href);
}

async function pageOf(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  // In a document without scripts what is in them counts.
  for (const one of page.querySelectorAll('noscript')) one.remove();
  return page;
}

// A choice fills the form in at once. The choice itself stays in place, so that the arrow keys can go on.
let latest;
form?.addEventListener('change', async ({ target }) => {
  if (!['operation', 'creditor', 'person'].includes(target.name)) return;
  const body = new URLSearchParams(new FormData(form, form.elements.fill));
  const asked = fetch(location.href, { method: 'POST', body });
  latest = asked;
  const answer = await asked;
  const page = await pageOf(answer);
  const fresh = page.querySelector('form[data-address]');
  // Another choice may have followed.
  if (latest !== asked || fresh === null) return;
  form.querySelector('[data-filled]').replaceWith(fresh.querySelector('[data-filled]'));
  form.dataset.address = fresh.dataset.address;
  history.replaceState(null, '', fresh.dataset.address);
  form.elements[target.name]?.focus();
});

// Browsers let a page write to the clipboard only over TLS, or on this machine.
function addCopies(within) {
  if (navigator.clipboard === undefined) return;
  // Not what was sent or received: that shows what is in it, and is not all of it.
  for (const command of within.querySelectorAll('pre:not(.wire)')) {
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
// The log shows a request beside its list.
document.addEventListener('shown', ({ target }) => addCopies(target));

// The page follows the bank: `data-live` is the address of the events, and marks what to replace.
for (const list of document.querySelectorAll('[data-live]')) {
  let waiting = false;
  // What is opened or focused stays as it is.
  const isInUse = () =>
    list.contains(document.activeElement) || list.querySelector('details[open]') !== null;
  const refresh = async () => {
    waiting = false;
    // The log in two panes follows by itself.
    if (!list.dispatchEvent(new CustomEvent('live', { cancelable: true }))) return;
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
    const fresh = await pageOf(answer);
    const newer = fresh.querySelector('[data-live]');
    if (newer === null) return;
    refreshAfter(newer.dataset.soon);
    if (isInUse()) return;
    list.replaceChildren(...newer.childNodes);
    addCopies(list);
  };
  // Milliseconds until the bank does something by itself, and a little more.
  function refreshAfter(soon) {
    if (soon !== undefined) setTimeout(refresh, Math.max(0, Number(soon)) + 300);
  }
  const { live, soon } = list.dataset;
  refreshAfter(soon);
  new EventSource(live).addEventListener('message', () => {
    if (waiting) return;
    waiting = true;
    setTimeout(refresh, 300);
  });
}
