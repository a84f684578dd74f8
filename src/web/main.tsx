import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { RouterProvider } from "@tanstack/react-router"
import { checkPushSubscription } from "./account/push-subscription.ts"
import "@fontsource-variable/inter/wght.css"
import "./ui/tokens.css"
import "./ui/base.css"
import "./ui/glyph.css"
import "./ui/icon.css"
import "./ui/card.css"
import "./ui/button.css"
import "./ui/field.css"
import "./ui/dialog.css"
import "./layout/shell.css"
import "./layout/rail.css"
import "./monitor/monitor.css"
import "./check/check.css"
import "./incident/incident.css"
import "./on-call/on-call.css"
import { applyDensity } from "./layout/density.ts"
import { applyTheme } from "./layout/theme.ts"
import { router } from "./routes.ts"
import { readSession } from "./sign-in/session.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no #root")
applyTheme()
applyDensity()
void readSession()
void checkPushSubscription()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
