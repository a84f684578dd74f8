import { loadFirstPage } from "./first-page.ts"
import { loadPart } from "./load-part.ts"
import { askEarly } from "./sign-in/first-session.ts"

/** How long the check of this device waits for the first page, in ms. */
const deviceCheckMs = 5_000

const root = document.getElementById("root")
if (root === null) throw new Error("index.html has no #root")
askEarly(location.pathname)
const starting = loadPart(() => import("./start.tsx"))
const page = loadFirstPage(location.pathname)
// No top-level await: what is imported here imports this module's chunk.
void starting.then(({ start, checkDevice }) => {
  void start(root, page)
  // Nobody has filled in a form before it is loaded.
  void loadPart(() => import("./ui/submit-keys.ts")).then(({ listenForSubmitKeys }) =>
    listenForSubmitKeys(),
  )
  setTimeout(() => void checkDevice(), deviceCheckMs)
})
