/* The service worker of the dashboard: it shows what is pushed to this device, and does what is pressed there. */

self.addEventListener("install", () => self.skipWaiting())
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}))
})

async function show({ title = "Watchkeeper", body, url, tag, isUrgent, acknowledgeUrl, code }) {
  if (code) {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's pages are its own
    for (const page of pages) page.postMessage({ kind: "code", code })
  }
  // Browsers take the right to push away from whoever shows nothing.
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: tag !== undefined && isUrgent === true,
    requireInteraction: isUrgent === true,
    icon: "/favicon.svg",
    data: { url, acknowledgeUrl },
    actions: acknowledgeUrl ? [{ action: "acknowledge", title: "Acknowledge" }] : [],
  })
}

self.addEventListener("notificationclick", (event) => {
  const { data, tag } = event.notification
  event.notification.close()
  event.waitUntil(event.action === "acknowledge" ? acknowledge(data, tag) : open(data?.url ?? "/"))
})

/** By the signed link, so that nobody has to be signed in on this device. */
async function acknowledge({ url, acknowledgeUrl }, tag) {
  try {
    const { origin } = self.location
    const { pathname } = new URL(acknowledgeUrl, origin)
    const answer = await fetch(origin + pathname, { method: "POST", redirect: "manual" })
    if (answer.type === "opaqueredirect" || answer.ok) {
      await self.registration.showNotification("Acknowledged", {
        body: "Nobody else is paged.",
        tag,
        icon: "/favicon.svg",
        silent: true,
        data: { url },
      })
      return
    }
  } catch {
    // Without a line, the page of the link says what can be done.
  }
  await open(acknowledgeUrl)
}

async function open(url) {
  const there = new URL(url, self.location.origin)
  const pages = await self.clients.matchAll({ type: "window" })
  const page = pages.find((one) => one.url === there.href)
  if (page) await page.focus()
  else await self.clients.openWindow(there.href)
}
