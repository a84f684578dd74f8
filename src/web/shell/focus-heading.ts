import { useRouter } from "@tanstack/react-router"
import { useEffect } from "react"

/**
 * Focuses the page's heading after a navigation, also if the heading appears or is replaced while the page loads.
 * Stops at the first key or click, and if the page sets the focus itself.
 */
export function useHeadingFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let isWanted = false
    const focus = () => {
      const main = document.querySelector("#main")
      const heading = main?.querySelector("h1")
      if (!isWanted || !heading || main?.contains(document.activeElement)) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    const end = () => {
      isWanted = false
    }
    const observer = new MutationObserver(focus)
    const main = document.querySelector("#main")
    if (main !== null) observer.observe(main, { childList: true, subtree: true })
    window.addEventListener("keydown", end, true)
    window.addEventListener("pointerdown", end, true)
    const leave = router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
      if (!pathChanged || fromLocation === undefined) return
      isWanted = true
      focus()
    })
    return () => {
      leave()
      observer.disconnect()
      window.removeEventListener("keydown", end, true)
      window.removeEventListener("pointerdown", end, true)
    }
  }, [router])
}
