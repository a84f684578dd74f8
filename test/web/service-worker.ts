import type { Page } from "playwright-core"

/**
 * The service worker of a page. It is handed its events here, and what it does with them is awaited: the browser's own
 * tool loses one that comes while a worker goes to sleep, and tells of none when it is done.
 */
export async function serviceWorkerOf(page: Page) {
  const context = page.context()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"))
  const ask = <T>(expression: string) => worker.evaluate<T>(expression)
  /** Rejects where the worker's work fails. */
  const hand = (event: string) =>
    ask<void>(`(async () => {
      const event = ${event}
      const done = new Promise((resolve, reject) => {
        event.waitUntil = (work) => void Promise.resolve(work).then(() => resolve(), reject)
      })
      self.dispatchEvent(event)
      return done
    })()`)
  return {
    ask,
    hand,
    /** What its push service brings, decrypted as a browser does. */
    push: (message: unknown) =>
      hand(`new PushEvent("push", { data: ${JSON.stringify(JSON.stringify(message))} })`),
    /** A press on the shown notification of that title, or on one of its buttons. */
    press: (title: string, action = "") =>
      hand(`new NotificationEvent("notificationclick", {
        notification: (await self.registration.getNotifications())
          .find((one) => one.title === ${JSON.stringify(title)}),
        action: ${JSON.stringify(action)},
      })`),
    /** Of the notifications that are shown. */
    titles: () =>
      ask<string[]>(
        "self.registration.getNotifications().then((all) => all.map(({ title }) => title))",
      ),
  }
}
