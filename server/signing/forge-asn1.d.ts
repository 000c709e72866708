/** A part of node-forge that is loaded in a few ms; all of it takes 40. Its types are those of the whole. */
declare module 'node-forge/lib/asn1.js' {
  const asn1: typeof import('node-forge').asn1;
  export default asn1;
}
