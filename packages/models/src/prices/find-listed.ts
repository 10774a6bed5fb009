import { isBedrock } from '../bedrock/address.ts'
import type { Definition } from '../definition.ts'
import type { ProviderType } from '../provider-type.ts'
import { matchName } from './match-name.ts'
import type { ListedModel, PriceData, Vendor } from './price-data.ts'

/** Where a definition without a base URL goes. Bedrock's region decides no price list. */
const ownAddress: Readonly<Record<ProviderType, string | null>> = {
  'openai-chat': 'https://api.openai.com/v1',
  'openai-responses': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
  bedrock: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  demo: null,
}

/** A model in the data, by where its definition goes and its name. A server that no vendor answers for has no listed model. */
export function findListed(
  data: PriceData,
  { type, baseUrl }: Pick<Definition, 'type' | 'baseUrl'>,
  model: string,
): { readonly model: ListedModel; readonly match: 'exact' | 'prefix' } | null {
  const address = addressOf(type, baseUrl)
  if (address === null) return null
  for (const { models } of vendorsAt(data, address)) {
    const found = matchName(models, model)
    if (found !== null) return found
  }
  return null
}

/** A page lists hundreds of models of one address: who answers for it is found once for each set of data. */
const answering = new WeakMap<PriceData, Map<string, readonly Vendor[]>>()

/** The vendor that is reached at an address, then those whose models it resells. */
function vendorsAt(data: PriceData, address: string): readonly Vendor[] {
  const byAddress = answering.get(data) ?? new Map<string, readonly Vendor[]>()
  answering.set(data, byAddress)
  const known = byAddress.get(address)
  if (known !== undefined) return known
  const vendor = data.vendors.find(each => each.address.test(address))
  const vendors = vendor === undefined ? [] : [vendor, ...resold(data, vendor)]
  byAddress.set(address, vendors)
  return vendors
}

function addressOf(type: ProviderType, baseUrl: string | null): string | null {
  if (baseUrl === null) return ownAddress[type]
  // Definitions of another type may go there too (P2).
  if (isBedrock(baseUrl)) return ownAddress.bedrock
  const url = URL.parse(baseUrl.trim())
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

function resold(data: PriceData, vendor: Vendor): readonly Vendor[] {
  return vendor.resells.flatMap(id => data.vendors.find(each => each.id === id) ?? [])
}
