// In the collection: after each answer. It keeps what later requests need, under the names of their URLs.
const answer = res.getBody() ?? {};
const link = answer._links?.scaRedirect?.href;
const found = {
  ...Object.fromEntries(Object.entries(answer).filter(([name]) => name.endsWith('Id'))),
  scaId: link?.split('/').at(-1),
  psuId: answer.redirect && new URL(answer.redirect).searchParams.get('psu-id'),
  iban: answer.accounts?.[0]?.iban,
  accountId: answer.accounts?.[0]?.resourceId,
  cardAccountId: answer.cardAccounts?.[0]?.resourceId,
  transactionId: answer.transactions?.booked?.[0]?.transactionId,
};
for (const [name, value] of Object.entries(found)) if (value) bru.setVar(name, value);
