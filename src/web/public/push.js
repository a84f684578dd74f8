/* The service worker of the dashboard and of public pages: shows notifications and handles their buttons. */

self.addEventListener("install", () => self.skipWaiting())
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

self.addEventListener("push", (event) => {
  event.waitUntil(handlePush(event.data?.json() ?? {}))
})

async function handlePush(payload) {
  try {
    await show(payload)
  } finally {
    await keepTrack()
  }
}

/* Browsers may renew a subscription at any time, and messages to the old one are lost. The worker stores the
   subscription that the server knows, so that it can report the new one even if it missed the event. */
const kept = () => caches.open("push")
const place = () => `/push/known?${encodeURIComponent(self.registration.scope)}`
const current = () => self.registration.pushManager.getSubscription()

async function keepTrack() {
  if (await (await kept()).match(place())) return renew()
  const subscription = await current()
  if (subscription) await remember(subscription)
}

async function remember(subscription) {
  const { applicationServerKey } = subscription.options ?? {}
  const key = applicationServerKey ? [...new Uint8Array(applicationServerKey)] : null
  const known = JSON.stringify({ subscription, key })
  await (await kept()).put(place(), new Response(known))
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew()))
self.addEventListener("message", (event) => {
  if (event.data === "check") event.waitUntil(renew())
})

async function renew() {
  const known = await (await kept()).match(place())
  if (!known) return
  const { subscription: before, key } = await known.json()
  const after = (await current()) ?? (await subscribeAgain(key))
  if (!after || after.endpoint === before.endpoint) return
  const body = new URLSearchParams({
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  })
  const { ok, status } = await fetch("/hooks/push", { method: "POST", body })
  // Until it was accepted, the old one stays stored and is reported again at the next check.
  if (ok || status === 404) await remember(after)
}

async function subscribeAgain(key) {
  if (!key || Notification.permission !== "granted") return null
  const applicationServerKey = new Uint8Array(key)
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

async function show({ title = "Watchkeeper", body, url, tag, isUrgent, ...links }) {
  const { acknowledgeUrl, unsubscribeUrl, words, code, confirmUrl } = links
  const proof = code ? { kind: "code", code } : confirmUrl ? { kind: "confirm", confirmUrl } : null
  if (proof) {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's pages are its own
    for (const page of pages) page.postMessage(proof)
  }
  // Browsers revoke push permission from sites that show no notification.
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: tag !== undefined && isUrgent === true,
    requireInteraction: isUrgent === true,
    icon: "/favicon.svg",
    data: { url, acknowledgeUrl, unsubscribeUrl, words },
    actions: [
      ...(acknowledgeUrl
        ? [{ action: "acknowledge", title: words?.acknowledge ?? "Acknowledge" }]
        : []),
      ...(unsubscribeUrl
        ? [{ action: "unsubscribe", title: words?.unsubscribe ?? "Unsubscribe" }]
        : []),
    ],
  })
}

self.addEventListener("notificationclick", (event) => {
  const { data, tag } = event.notification
  event.notification.close()
  event.waitUntil(press(event.action, data ?? {}, tag))
})

function press(action, { url = "/", acknowledgeUrl, unsubscribeUrl, words }, tag) {
  if (action === "acknowledge") return acknowledge(url, acknowledgeUrl, words, tag)
  return action === "unsubscribe"
    ? unsubscribe(url, unsubscribeUrl, words, tag)
    : open(acknowledgeUrl ?? url)
}

async function acknowledge(url, link, words, tag) {
  if (!(await post(link))) return open(link)
  const title = words?.acknowledged ?? "Acknowledged"
  await answer(title, words?.nobodyElse ?? "Nobody else is paged.", { url, tag })
}

async function unsubscribe(url, link, words, tag) {
  if (!(await post(link))) return open(link)
  const subscription = await self.registration.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await answer(words?.unsubscribed ?? "You get no more notifications in this browser.", "", {
    url,
    tag,
  })
}

/** Uses the signed link, so that nobody needs to be signed in on this device. */
async function post(link) {
  try {
    const { origin } = self.location
    const { pathname } = new URL(link, origin)
    const { type, ok } = await fetch(origin + pathname, { method: "POST", redirect: "manual" })
    return type === "opaqueredirect" || ok
  } catch {
    // Offline: the page of the link says what can be done.
    return false
  }
}

const answer = (title, body, { url, tag }) =>
  self.registration.showNotification(title, {
    body,
    tag,
    icon: "/favicon.svg",
    silent: true,
    data: { url },
  })

async function open(url) {
  const there = new URL(url, self.location.origin)
  const pages = await self.clients.matchAll({ type: "window" })
  const page = pages.find((one) => one.url === there.href)
  if (page) await page.focus()
  else await self.clients.openWindow(there.href)
}
