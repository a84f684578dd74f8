import type { Feed } from "./feed.ts"

/** JSON Feed 1.1 (jsonfeed.org). */
export const renderJsonFeed = (feed: Feed): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.address,
    feed_url: `${feed.address}/feed.json`,
    description: feed.description,
    language: feed.language,
    authors: [{ name: feed.author, url: feed.address }],
    items: feed.entries.map(({ id, title, address, at, changedAt, content }) => ({
      id: `urn:uuid:${id}`,
      url: address,
      title,
      content_html: content,
      date_published: at.toISOString(),
      date_modified: changedAt.toISOString(),
    })),
  })
