import { Select as Base } from '@base-ui/react/select'
import { useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../graphics/icon.tsx'
import { useCloseWithBack } from '../hooks/open-overlays.ts'
import { Field, type FieldWords, inputBorder, inputLook } from './field.tsx'

export interface SelectOption<T extends string> {
  readonly value: T
  readonly label: string
}

interface SelectProps<T extends string> {
  id?: string
  label?: string
  value: T
  options: readonly SelectOption<T>[]
  error?: string | undefined
  describedBy?: string
  className?: string
  onChange: (value: T) => void
}

export function Select<T extends string>({ id, label, value, options, error, describedBy, ...props }: SelectProps<T>) {
  const [open, setOpen] = useState(false)
  useCloseWithBack(open, () => setOpen(false))
  return (
    <span className={classNames('block', props.className)}>
      <Base.Root
        items={options}
        value={value}
        onValueChange={next => next !== null && props.onChange(next)}
        open={open}
        onOpenChange={setOpen}
      >
        <Base.Trigger
          id={id}
          aria-label={label}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
          className={classNames(inputLook, inputBorder(error), 'flex cursor-pointer items-center gap-2')}
        >
          <Base.Value className="min-w-0 flex-1 truncate text-left" />
          <Base.Icon className="text-ink-faint">
            <Icon name="chevron-down" size={14} />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            alignItemWithTrigger={false}
            sideOffset={4}
            collisionPadding={12}
            className="z-50 outline-none"
          >
            <Base.Popup className="max-h-[min(20rem,var(--available-height))] min-w-[var(--anchor-width)] overflow-y-auto rounded border border-line bg-raised p-1 shadow-float transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
              <Base.List>
                {options.map(option => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    className="flex min-h-8 cursor-pointer items-center gap-2 rounded py-1 pr-3 pl-2 outline-none select-none data-[highlighted]:bg-wash coarse:min-h-11"
                  >
                    <span className="grid size-4 place-items-center text-accent">
                      <Base.ItemIndicator>
                        <Icon name="check" size={14} />
                      </Base.ItemIndicator>
                    </span>
                    <Base.ItemText>{option.label}</Base.ItemText>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </span>
  )
}

type SelectFieldProps<T extends string> = FieldWords &
  Omit<SelectProps<T>, 'id' | 'label' | 'describedBy' | 'className'> & { className?: string | undefined }

export function SelectField<T extends string>({ label, help, more, error, className, ...props }: SelectFieldProps<T>) {
  return (
    <Field label={label} help={help} more={more} error={error} className={className}>
      {input => <Select id={input.id} describedBy={input['aria-describedby']} error={error} {...props} />}
    </Field>
  )
}
