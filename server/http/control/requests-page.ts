// What the page of requests knows besides the list: the filters in force, and where its chips lead. Pure.

type Query = Readonly<Record<string, string>>;

/** The statuses that the page offers; the first takes that filter off. */
const STATUSES = ['All', '2xx', '4xx', '400', '401', '403', '5xx'] as const;

/** Which part of the list is shown, and not what is in it. */
const PLACES = ['before', 'limit'];

/** Chips keep all other filters, and begin again with the newest. */
export function requestsPage(query: Query) {
  const { before: _, status: shown = 'All', ...others } = query;
  const chips = STATUSES.map((label) => {
    const fields = new URLSearchParams(label === 'All' ? others : { status: label, ...others });
    const href = fields.size === 0 ? 'requests' : `requests?${fields}`;
    return { label, href, current: label === shown };
  });
  const filters = Object.entries(query).filter(([name]) => !PLACES.includes(name));
  return { filters: filters.map(([name, value]) => ({ name, value })), chips };
}
