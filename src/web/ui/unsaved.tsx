import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import type { Refusal } from "./refusal.ts"
import { Confirm } from "./dialog.tsx"

type Answer = (isBlocked: boolean) => void

/** In a form that fills a page: asks before the page is left with changes that were not saved. */
export function Unsaved({ refusal }: { refusal: Refusal | null }) {
  const mark = useRef<HTMLSpanElement>(null)
  const isDirty = useRef(false)
  const { history } = useRouter()
  const [asked, setAsked] = useState<{ answer: Answer } | null>(null)
  useEffect(() => {
    const form = mark.current?.closest("form")
    if (form === null || form === undefined) return
    const change = () => {
      isDirty.current = true
    }
    const send = () => {
      isDirty.current = false
    }
    // "Cancel" is an answer already.
    const click = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(".form-foot a") !== null) send()
    }
    form.addEventListener("input", change)
    form.addEventListener("submit", send)
    form.addEventListener("click", click, true)
    return () => {
      form.removeEventListener("input", change)
      form.removeEventListener("submit", send)
      form.removeEventListener("click", click, true)
    }
  }, [])
  useEffect(() => {
    if (refusal !== null) isDirty.current = true
  }, [refusal])
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => isDirty.current,
        blockerFn: ({ currentLocation, nextLocation }) =>
          isDirty.current && currentLocation.pathname !== nextLocation.pathname
            ? new Promise<boolean>((answer) => setAsked({ answer }))
            : false,
      }),
    [history],
  )
  const answer = (isBlocked: boolean) => {
    setAsked(null)
    asked?.answer(isBlocked)
  }
  return (
    <>
      <span ref={mark} hidden />
      {asked !== null && (
        <Confirm
          title="Leave without saving?"
          text="What you changed on this page is lost."
          verb="Leave page"
          onYes={() => answer(false)}
          onClose={() => answer(true)}
        />
      )}
    </>
  )
}
