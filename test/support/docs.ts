const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" }

/** The code blocks of a documentation page, in order, as a reader copies them. */
export const blocksOf = (page: string): { kind: string; label: string; text: string }[] =>
  [
    ...page.matchAll(
      /<figure class="code (\w+)">\s*<figcaption>([^<]*)<\/figcaption>\s*<pre[^>]*><code>([^<]*)<\/code>/g,
    ),
  ].map(([, kind = "", label = "", text = ""]) => ({
    kind,
    label,
    text: text.replaceAll(/&([\w#]+);/g, (_all, name: string) => entities[name] ?? ""),
  }))
