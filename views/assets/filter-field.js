// The field that filters the request log offers what the log has. Without this one writes it by hand.

const field = document.querySelector('.bench-head input');

/** What the log has, for the field to complete; asked for when the field is used. */
let values;
async function complete() {
  values ??= fetch('figures', { headers: { Accept: 'application/json' } }).then((one) =>
    one.json(),
  );
  const { values: known } = await values;
  const word = /(?:[^\s"]|"[^"]*"?)*$/.exec(field.value)[0];
  const before = field.value.slice(0, field.value.length - word.length);
  const quoted = (value) => (/\s/.test(value) ? `"${value}"` : value);
  const terms = Object.entries(known).flatMap(([name, all]) =>
    all.map((one) => `${name}:${quoted(one)}`),
  );
  const names = Object.keys(known).map((name) => `${name}:`);
  const fits = [...names, ...terms].filter((term) => {
    const part = word.toLowerCase().replaceAll('"', '');
    return term !== word && term.toLowerCase().replaceAll('"', '').includes(part);
  });
  const options = fits.slice(0, 30).map((term) => new Option('', before + term));
  document.querySelector('#terms').replaceChildren(...options);
}

field.addEventListener('focus', complete);
field.addEventListener('input', complete);
