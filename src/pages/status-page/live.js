// Updates a page that also works without it: a subscription says when the page changed; then it is fetched again
// and differences are replaced.
const html = document.documentElement
const find = (selector) => document.querySelector(selector)
const query =
  "subscription($slug:String!){publicStatusPageChanged(slug:$slug){version headline at}}"
const variables = JSON.stringify({ slug: html.dataset.slug })
const stream = `/graphql?${new URLSearchParams({ query, variables })}`
// The server sends something every 12 seconds.
const silentMs = 30_000
const lostMs = 5000
const slowestMs = 30_000
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

let seenAt = Date.now()
// Whether the page is up to date, and since when it is not.
let isAlong = false
let alongAt = Date.now()
let leave = new AbortController()
let wake = () => {}
const nap = (ms) => Promise.race([pause(ms), new Promise((resolve) => (wake = resolve))])

function mark(isLive) {
  const stale = find("#stale")
  const words = isLive ? "" : stale.dataset.words
  if (stale.textContent !== words) stale.textContent = words
  html.classList.toggle("live", isLive)
}

const keyOf = (node) =>
  `${node.nodeName} ${node.id ?? ""} ${node.getAttribute?.("aria-labelledby") ?? ""}`
const isAlike = (one, other) => one !== undefined && keyOf(one) === keyOf(other)

// What the visitor opened or closed stays so.
const isVisitors = (name) => name === "open"

// Unchanged nodes are kept, so that focus, scroll position and open details are kept too.
function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return
  if (!isAlike(old, fresh) || old.nodeType !== Node.ELEMENT_NODE) {
    old.replaceWith(fresh)
    return
  }
  for (const name of old.getAttributeNames()) {
    if (!isVisitors(name) && !fresh.hasAttribute(name)) old.removeAttribute(name)
  }
  for (const { name, value } of fresh.attributes) {
    if (!isVisitors(name) && old.getAttribute(name) !== value) old.setAttribute(name, value)
  }
  const before = [...old.childNodes]
  const after = [...fresh.childNodes]
  const most = Math.min(before.length, after.length)
  let head = 0
  let tail = 0
  while (head < most && isAlike(before[head], after[head])) head += 1
  while (tail < most - head && isAlike(before.at(-1 - tail), after.at(-1 - tail))) tail += 1
  const place = before[before.length - tail] ?? null
  for (const node of before.slice(head, before.length - tail)) node.remove()
  for (const node of after.slice(head, after.length - tail)) old.insertBefore(node, place)
  for (let at = 0; at < head; at += 1) morph(before[at], after[at])
  for (let at = 1; at <= tail; at += 1) morph(before.at(-at), after.at(-at))
}

const made = (page) => page.querySelector("style")?.textContent + page.querySelector("script")?.text

// A page that is gone, or has another structure, is reloaded.
async function fetchAnew() {
  // Silence for too long ends this too.
  const response = await fetch(location.href, { cache: "no-cache", signal: leave.signal })
  if (response.status >= 500 || response.status === 429) throw new Error("try again")
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html")
  showLocalTimes(fresh)
  const { version } = fresh.documentElement.dataset
  if (!response.ok || version === undefined || made(fresh) !== made(document)) {
    await pause(1000 + Math.random() * 1000)
    location.reload()
    return
  }
  if (version !== html.dataset.version) {
    const headline = find(".headline")?.textContent
    for (const part of ["title", "link[rel=icon]", "header", "main", "footer"]) {
      const [old, next] = [find(part), fresh.querySelector(part)]
      if (old && next) morph(old, next)
    }
    html.dataset.version = version
    const words = find(".headline")?.textContent
    if (words !== headline) find("#news").textContent = words
  }
}

// Another server behind the same URL may not have received the change yet.
async function take({ data, errors, extensions }) {
  // Not public (any more): visitors with access poll instead.
  const isHidden = errors?.[0].extensions?.code === "not_found"
  if (isHidden) await fetchAnew()
  else if (errors !== undefined) throw new Error(errors[0].message)
  else {
    const wanted = data.publicStatusPageChanged.version
    const before = html.dataset.version
    if (wanted !== before) {
      await pause(Math.random() * (extensions?.spreadMs ?? 0))
      if (isAlong) [isAlong, alongAt] = [false, Date.now()]
    }
    for (let tries = 0; wanted !== html.dataset.version && tries < 5; tries += 1) {
      if (tries > 0) await pause(300)
      await fetchAnew()
    }
    // The change is not sent again, but a new connection starts with the current state.
    if (wanted !== before && html.dataset.version === before) throw new Error("try again")
  }
  isAlong = true
  mark(true)
  return isHidden
}

// Returns whether the page must be polled because no stream reports its changes.
async function watch() {
  leave = new AbortController()
  seenAt = Date.now()
  const response = await fetch(stream, {
    headers: { accept: "text/event-stream" },
    credentials: "omit",
    cache: "no-store",
    signal: leave.signal,
  })
  if (!response.ok) throw new Error("try again")
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  let isHidden = false
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return isHidden
    seenAt = Date.now()
    const events = (rest + value).split("\n\n")
    rest = events.pop()
    // Each event contains the whole state, so only the last one matters.
    const last = events.findLast((event) => event.startsWith("event: next\ndata: "))
    if (last !== undefined) isHidden = await take(JSON.parse(last.slice(18)))
  }
}

setInterval(() => {
  if (Date.now() - seenAt > silentMs) leave.abort()
  if (!isAlong && Date.now() - alongAt > lostMs) mark(false)
}, 1000)
for (const [target, name] of [
  [window, "online"],
  [document, "visibilitychange"],
]) {
  target.addEventListener(name, () => wake())
}

for (let tries = 0; ; tries += 1) {
  const isHidden = await watch().catch(() => false)
  leave.abort()
  if (isAlong) [tries, alongAt] = [0, Date.now()]
  isAlong = isHidden
  const waitMs = isHidden ? slowestMs : Math.min(slowestMs, 1000 * 2 ** tries)
  await nap(waitMs * (0.5 + Math.random()))
}
