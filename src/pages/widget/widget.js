// Shows the state of a page where its script element stands:
// <script src="https://…/status/<slug>/widget.js" async></script>
;(() => {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const address = script.src.replace(/\.js(?=$|\?)/, ".json")
  const refreshMs = 60_000
  /** So often in a row a reading may fail before the widget says that it knows nothing. */
  const patience = 3

  const host = document.createElement("span")
  script.after(host)
  const root = host.attachShadow({ mode: "open" })
  const style = new CSSStyleSheet()
  // A sheet made here needs no leave of the page's own style-src.
  style.replaceSync(`
    :host { all: initial; display: inline-block; max-width: 100% }
    a { display: inline-flex; align-items: center; gap: .5em; padding: .375em .75em; max-width: 100%;
        box-sizing: border-box; border: 1px solid #8886; border-radius: 2em; color: #161a20;
        background: #fff; font: 500 14px/1.4 system-ui, sans-serif; text-decoration: none;
        overflow-wrap: anywhere }
    a:hover { border-color: currentColor }
    a:focus-visible { outline: 2px solid; outline-offset: 2px }
    i { flex: none; width: .625em; height: .625em; border-radius: 50%; background: #6b7280 }
    [data-mood=good] i { background: #16803c }
    [data-mood=warning] i { background: #b7791f }
    [data-mood=bad] i { background: #c2560c; border-radius: 1px }
    [data-mood=worst] i { background: #c0271c; border-radius: 1px }
    [data-mood=planned] i { background: #2b5fc9 }
    @media (prefers-color-scheme: dark) { a { color: #e8ebf0; background: #161a21 } }`)
  root.adoptedStyleSheets = [style]

  // Around the link: what stands within a status is no part of a link's name.
  const status = document.createElement("span")
  status.role = "status"
  root.append(status)
  const link = document.createElement("a")
  const dot = document.createElement("i")
  const words = document.createElement("span")
  dot.ariaHidden = "true"
  link.append(dot, words)

  let failures = 0
  /** @type {{ mood: string, words: string, unknown: string, name: string, url: string, language: string, direction: string } | null} */
  let known = null

  function show() {
    if (known === null) return
    const isStale = failures >= patience
    link.href = known.url
    link.lang = known.language
    link.dir = known.direction
    link.dataset.mood = isStale ? "unknown" : known.mood
    const state = isStale ? known.unknown : known.words
    const text = `${known.name}: ${state}`
    if (words.textContent !== text) words.textContent = text
    if (!link.isConnected) status.append(link)
  }

  async function refresh() {
    if (document.visibilityState === "hidden") return
    try {
      const response = await fetch(address, { credentials: "omit" })
      if (!response.ok) throw new Error(`The status page answered ${response.status}.`)
      known = await response.json()
      failures = 0
    } catch {
      // The next reading may do better; what was known is shown meanwhile, and not for long.
      failures += 1
    }
    show()
  }

  setInterval(() => void refresh(), refreshMs)
  document.addEventListener("visibilitychange", () => void refresh())
  void refresh()
})()
