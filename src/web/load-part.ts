const firstWaitMs = 500
const longestWaitMs = 5_000
/** A server that does not answer for this long is as good as away. */
const answerMs = 10_000
/** Keeps a page from reloading endlessly. */
const reloadAgainMs = 60_000
const reloadedKey = "watchkeeper.reloaded"

/**
 * Loads a part of the program. While the server cannot be reached, tries again; if a newer version has replaced the
 * part, reloads the whole page. Rejects if that did not help.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let hasFailed = false
  let wasReachable = false
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      const part = await load()
      if (hasFailed) await loadMissingStyles()
      return part
    } catch (error) {
      if (wasReachable) return reload(error)
      hasFailed = true
      wasReachable = await isReachable()
      if (!wasReachable) await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}

const isReachable = (): Promise<boolean> =>
  fetch("/api/health/live", { cache: "no-store", signal: AbortSignal.timeout(answerMs) }).then(
    ({ ok }) => ok,
    () => false,
  )

let styles: Promise<unknown> | null = null

/**
 * The bundler asks for a style only once, so a script that is loaded again would run without it. One call at a time:
 * a second one would take the styles that the first one loads for missing ones.
 */
const loadMissingStyles = (): Promise<unknown> =>
  (styles ??= loadStylesAgain().finally(() => {
    styles = null
  }))

async function loadStylesAgain(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")]
  await Promise.allSettled(
    links.filter(isMissing).map((link) => {
      const again = link.cloneNode() as HTMLLinkElement
      const ended = new Promise<void>((resolve) => {
        again.addEventListener("load", () => {
          if (isMissing(link)) link.remove()
          resolve()
        })
        again.addEventListener("error", () => {
          again.remove()
          resolve()
        })
      })
      // Beside it, as it may be one that still loads and is waited for.
      link.after(again)
      return ended
    }),
  )
}

/** Chromium keeps a sheet after a failed request: without rules, or without access to them. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0
  } catch {
    return true
  }
}

async function reload(error: unknown): Promise<never> {
  let reloadedAt = Date.now()
  try {
    reloadedAt = Number(sessionStorage.getItem(reloadedKey))
    sessionStorage.setItem(reloadedKey, String(Date.now()))
  } catch {
    // Storage is disabled: nothing would end a series of reloads.
  }
  if (Date.now() - reloadedAt < reloadAgainMs) {
    // In our words: the router would load the page again for those of the browser.
    throw new Error("a script is missing on the server.", { cause: error })
  }
  location.reload()
  return new Promise(() => {})
}
