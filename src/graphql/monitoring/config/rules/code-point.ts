/** Orders texts by code point, which no locale and no collation of a database can change. */
export function byCodePoint(a: string, b: string): number {
  // UTF-8 sorts like the code points that it spells (RFC 3629, section 1); UTF-16 does not.
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
