// In the collection: of each answer. The text says what is wrong with the signature.
test('the bank accepts the signature', () => {
  const signing = ['Signature', 'Digest', 'Date', 'TPP-Signature-Certificate'];
  const refused = (res.getBody()?.tppMessages ?? []).filter(({ path }) => signing.includes(path));
  expect(JSON.stringify(refused)).to.equal('[]');
});
