import type { Page } from "playwright-core"

/**
 * The service worker of a page. It receives events directly, and their handling is awaited: the browser's own tool
 * loses an event while a worker goes to sleep, and does not report when it is done.
 */
export async function serviceWorkerOf(page: Page) {
  const context = page.context()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"))
  const ask = <T>(expression: string) => worker.evaluate<T>(expression)
  /** Rejects if the worker's handler fails. */
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
    /** A decrypted push message. */
    push: (message: unknown) =>
      hand(`new PushEvent("push", { data: ${JSON.stringify(JSON.stringify(message))} })`),
    /** A click on the notification with this title, or on one of its buttons. */
    press: (title: string, action = "") =>
      hand(`new NotificationEvent("notificationclick", {
        notification: (await self.registration.getNotifications())
          .find((one) => one.title === ${JSON.stringify(title)}),
        action: ${JSON.stringify(action)},
      })`),
    /** The visible notifications. */
    titles: () =>
      ask<string[]>(
        "self.registration.getNotifications().then((all) => all.map(({ title }) => title))",
      ),
  }
}
