import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatMoment } from '../../formats/format-moment.ts'
import { forgetModels } from '../../models/models-query.ts'
import { useServices } from '../../state/services.ts'

/** Where prices come from, and the way to newer ones: fetched only when the user asks. */
export function PriceListNote() {
  const { client } = useServices()
  const queries = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => client.refreshPrices(),
    onSuccess: () => forgetModels(queries),
  })
  const trouble = refresh.error?.message ?? refresh.data?.error ?? null
  return (
    <p className="mt-4 text-small text-ink-faint">
      USD per million tokens, from your overrides, the provider, or Stet’s price list.{' '}
      <button
        type="button"
        disabled={refresh.isPending}
        onClick={() => refresh.mutate()}
        className="rounded text-accent underline underline-offset-3 disabled:opacity-45 coarse:py-3"
      >
        Update the price list
      </button>{' '}
      <span role="status">
        {refresh.isPending && 'Updating…'}
        {trouble !== null && <span className="text-red">Update failed. {trouble}</span>}
        {trouble === null && refresh.data?.asOf && `Updated ${formatMoment(refresh.data.asOf, Date.now())}.`}
      </span>
    </p>
  )
}
