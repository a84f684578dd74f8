const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" }

/** A page of the documentation as its reader copies from it: each block of code, in order. */
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
