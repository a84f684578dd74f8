import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app.tsx"
import { lookAfterPush } from "./account/subscribe.ts"
import "./look/tokens.css"
import "./look/base.css"
import "./look/part.css"
import "./look/form.css"
import "./look/shell.css"
import "./look/dialog.css"
import "./look/monitor.css"
import "./look/check.css"
import "./look/incident.css"
import "./look/on-call.css"
import { readSession } from "./session/session.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no #root")
void readSession()
void lookAfterPush()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
