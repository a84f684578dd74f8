import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"

const key = "watchkeeper.scroll"
/** How long a page may take to become as long as it was. */
const patienceMs = 5_000
const mostEntries = 50

/** Scroll positions by entry of the history, kept over a reload where storage is allowed. */
function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(key) ?? "[]") as [string, number][])
  } catch {
    // Storage is switched off or was written by something else: nothing is restored.
    return new Map()
  }
}

/**
 * Back and forward return to where one was, a new page begins at its top. A list that is still loading is followed
 * until it is long enough; the router's own restoration scrolls once, before the rows are there.
 */
export function useScrollRestoration(): void {
  const router = useRouter()
  useEffect(() => {
    history.scrollRestoration = "manual"
    const positions = readPositions()
    const entry = () => router.state.location.state.__TSR_key ?? "first"
    let current = entry()
    let stop = () => {}

    const follow = (target: number) => {
      const tryAgain = () => {
        window.scrollTo(0, target)
        if (Math.abs(window.scrollY - target) < 2) stop()
      }
      const observer = new ResizeObserver(tryAgain)
      const timer = setTimeout(() => stop(), patienceMs)
      stop = () => {
        clearTimeout(timer)
        observer.disconnect()
        window.removeEventListener("wheel", stop)
        window.removeEventListener("touchmove", stop)
        window.removeEventListener("keydown", stop)
        stop = () => {}
      }
      window.addEventListener("wheel", stop, { passive: true })
      window.addEventListener("touchmove", stop, { passive: true })
      window.addEventListener("keydown", stop)
      observer.observe(document.body)
    }
    const save = () => {
      positions.delete(current)
      positions.set(current, window.scrollY)
      const kept = [...positions].slice(-mostEntries)
      try {
        sessionStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // As above: then it lasts until the next reload.
      }
    }
    const leaveBefore = router.subscribe("onBeforeNavigate", ({ hrefChanged }) => {
      stop()
      if (hrefChanged) save()
    })
    const leaveAfter = router.subscribe("onRendered", ({ pathChanged }) => {
      current = entry()
      const target = positions.get(current)
      if (target !== undefined) follow(target)
      else if (pathChanged) window.scrollTo(0, 0)
    })
    window.addEventListener("pagehide", save)
    const first = positions.get(current)
    if (first !== undefined) follow(first)
    return () => {
      stop()
      leaveBefore()
      leaveAfter()
      window.removeEventListener("pagehide", save)
    }
  }, [router])
}
