/** The pages that most visits start with, and what each of them consists of. */
const pages: readonly [path: RegExp, load: () => Promise<unknown>[]][] = [
  [/^\/sign-in$/, () => [import("./sign-in/sign-in-page.tsx")]],
  [/^\/projects\/[^/]+\/?$/, () => [...frame(), import("./overview/overview-page.tsx")]],
  [
    /^\/projects\/[^/]+\/monitors\/?$/,
    () => [...frame(), import("./monitor-list/monitor-list.tsx")],
  ],
  [/^\/projects\//, () => frame()],
]

const frame = () => [
  import("./live/connected.tsx"),
  import("./shell/project-home.tsx"),
  import("./shell/shell.tsx"),
]

/** Loads the page of a URL beside the router, which then finds it loaded. Never rejects. */
export function loadFirstPage(path: string): Promise<unknown> {
  const [, load] = pages.find(([pattern]) => pattern.test(path)) ?? []
  return Promise.allSettled(load?.() ?? [])
}
