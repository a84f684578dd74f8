import { escape } from "../../platform/xml.ts"
import type { Entry, Feed } from "./feed.ts"

/** RSS 2.0. */
export const renderRss = (feed: Feed): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escape(feed.title)}</title>
<link>${escape(feed.address)}</link>
<atom:link href="${escape(feed.address)}/rss" rel="self" type="application/rss+xml"/>
<description>${escape(feed.description)}</description>
<language>${feed.language}</language>
<lastBuildDate>${feed.changedAt.toUTCString()}</lastBuildDate>
<ttl>5</ttl>
${feed.entries.map(itemOf).join("")}</channel>
</rss>
`

const itemOf = ({ id, title, address, at, content }: Entry): string => `<item>
<title>${escape(title)}</title>
<link>${escape(address)}</link>
<guid isPermaLink="false">urn:uuid:${id}</guid>
<pubDate>${at.toUTCString()}</pubDate>
<description>${escape(content)}</description>
</item>
`
