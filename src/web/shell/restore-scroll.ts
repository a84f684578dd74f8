import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"

const key = "watchkeeper.scroll"
/** How long a page may take to reach its previous height, in ms. */
const patienceMs = 5_000
const mostEntries = 50

/** Scroll positions by history entry, kept over a reload if storage is allowed. */
function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(key) ?? "[]") as [string, number][])
  } catch {
    // Storage is disabled or contains something else: nothing is restored.
    return new Map()
  }
}

/**
 * Back and forward restore the scroll position; a new page starts at its top. Waits for a loading list to become
 * long enough, because the router's own restoration scrolls once, before the rows exist.
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
        // Storage is disabled: positions last until the next reload.
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
