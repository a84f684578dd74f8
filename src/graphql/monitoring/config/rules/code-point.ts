/** Orders texts by code point, independent of locale and database collation. */
export function byCodePoint(a: string, b: string): number {
  // UTF-8 sorts like its code points (RFC 3629, section 1); UTF-16 does not.
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
