import { escape } from "../../platform/xml.ts"
import type { Entry, Feed } from "./feed.ts"

/** Atom (RFC 4287). */
export const renderAtom = (feed: Feed): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">
<id>urn:uuid:${feed.id}</id>
<title>${escape(feed.title)}</title>
<subtitle>${escape(feed.description)}</subtitle>
<link href="${escape(feed.address)}"/>
<link rel="self" type="application/atom+xml" href="${escape(feed.address)}/atom"/>
<author><name>${escape(feed.author)}</name></author>
<updated>${feed.changedAt.toISOString()}</updated>
${feed.entries.map(entryOf).join("")}</feed>
`

const entryOf = ({ id, title, address, at, changedAt, content }: Entry): string => `<entry>
<id>urn:uuid:${id}</id>
<title>${escape(title)}</title>
<link href="${escape(address)}"/>
<published>${at.toISOString()}</published>
<updated>${changedAt.toISOString()}</updated>
<content type="html">${escape(content)}</content>
</entry>
`
