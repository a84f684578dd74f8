import { Children, useEffect, useRef, useState, type ReactNode } from "react"
import { Icon } from "./icon.tsx"
import "./filter-bar.css"
import { SmallChoice } from "./small-choice.tsx"

export type Filter = {
  key: string
  label: string
  /** Empty for no filter. */
  value: string
  options: readonly { value: string; label: string }[]
  onChange(value: string): void
}

type Props = {
  search?: string
  placeholder?: string
  onSearch?(text: string): void
  filters?: readonly Filter[]
  /** True if a filter among the children is active. */
  hasMore?: boolean
  /** Shown if a filter is active. */
  onClear?(): void
  children?: ReactNode
}

const typingMs = 200

/** More than this many filters are behind a button on a phone. */
const mostOnPhone = 2

/** Search and filters above a list; their values live in the URL. */
export function FilterBar({
  search,
  placeholder,
  onSearch,
  filters = [],
  hasMore = false,
  onClear,
  children,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const active = filters.filter(({ value }) => value !== "").length
  const isFiltered = hasMore || (search ?? "") !== "" || active > 0
  const isFolded = filters.length + Children.toArray(children).length > mostOnPhone
  return (
    <search className="filter-bar row" data-folded={isFolded ? !isOpen : undefined}>
      {onSearch !== undefined && (
        <SearchInput
          text={search ?? ""}
          placeholder={placeholder ?? "Search"}
          onSearch={onSearch}
        />
      )}
      {isFolded && (
        <button
          type="button"
          className="button filter-fold"
          aria-expanded={isOpen}
          data-active={hasMore || active > 0 || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" size={16} />
          {active === 0 ? "Filters" : `Filters (${active})`}
        </button>
      )}
      <div className="filter-rest">
        {filters.map((filter) => (
          <Choice key={filter.key} filter={filter} />
        ))}
        {children}
        {isFiltered && onClear !== undefined && (
          <button
            type="button"
            className="button filter-clear"
            data-variant="quiet"
            aria-label="Clear filters"
            title="Clear filters"
            onClick={onClear}
          >
            <Icon name="close" size={16} />
          </button>
        )}
      </div>
    </search>
  )
}

const Choice = ({ filter: { label, value, options, onChange } }: { filter: Filter }) => (
  <SmallChoice
    label={label}
    value={value}
    isActive={value !== ""}
    options={[{ value: "", label }, ...options]}
    onChange={onChange}
  />
)

type SearchProps = { text: string; placeholder: string; onSearch(text: string): void }

/** Waits for a pause in typing. A change from outside, such as the back button, replaces the text. */
function SearchInput({ text, placeholder, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (sent.current === text) return
    sent.current = text
    setTyped(text)
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <div className="filter-search">
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        value={typed}
        data-search
        onChange={({ target }) => {
          setTyped(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => {
            sent.current = target.value
            onSearch(target.value)
          }, typingMs)
        }}
      />
    </div>
  )
}
