import { useEffect, useState } from "react"

const typingMs = 350

/** The value after it has not changed for a moment. */
export function useSettled<Value extends string>(value: Value, pauseMs = typingMs): Value {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
