import { StrictMode, startTransition } from "react"
import { createRoot } from "react-dom/client"
import { RouterProvider } from "@tanstack/react-router"
import "@fontsource-variable/inter/wght.css"
import "./ui/tokens.css"
import "./ui/base.css"
import "./ui/glyph.css"
import "./ui/icon.css"
import "./ui/card.css"
import "./ui/button.css"
import "./ui/field.css"
import "./ui/dialog.css"
import "./shell/shell.css"
import "./shell/rail.css"
import "./monitor/monitor.css"
import "./check/check.css"
import "./incident/incident.css"
import "./on-call/on-call.css"
import { Connected } from "./shell/app.tsx"
import { applyDensity } from "./layout/density.ts"
import { applyTheme } from "./layout/theme.ts"
import { loadPart } from "./load-part.ts"
import { router } from "./routes/routes.ts"
import { readSession } from "./sign-in/session.ts"

/**
 * Replaces the content of index.html with the page of the URL, once that can be shown: React would keep a fallback,
 * which looks the same, for 300 ms.
 */
export async function start(root: HTMLElement, page: Promise<unknown>): Promise<void> {
  applyTheme()
  applyDensity()
  const [{ state }] = await Promise.all([readSession(), router.load(), page])
  if (state === "signed-in") await Connected.preload?.()
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
}

/** Nothing on the page waits for it. */
export async function checkDevice(): Promise<void> {
  const { checkPushSubscription } = await loadPart(() => import("./contact/push-subscription.ts"))
  await checkPushSubscription()
}
