// What the SDK hands over, in the types of this package.
import type {
  CallToolResult,
  Client,
  ContentBlock,
  CreateMessageRequestParams,
  Progress,
  SamplingMessageContentBlock,
} from '@modelcontextprotocol/client'
import type { Json } from '@stet/history'
import { type McpCatalog, type McpContent, McpError, type McpReply, type McpResult, type McpSampling } from './mcp.ts'

type Listed = {
  readonly tools: Awaited<ReturnType<Client['listTools']>>['tools']
  readonly resources: Awaited<ReturnType<Client['listResources']>>['resources']
  readonly templates: Awaited<ReturnType<Client['listResourceTemplates']>>['resourceTemplates']
  readonly prompts: Awaited<ReturnType<Client['listPrompts']>>['prompts']
}

export function toCatalog({
  tools,
  resources,
  templates,
  prompts,
}: Listed): Pick<McpCatalog, 'tools' | 'resources' | 'templates' | 'prompts'> {
  return {
    tools: tools.map(({ name, title, annotations, description = '', inputSchema }) => ({
      name,
      title: title ?? annotations?.title ?? null,
      description,
      input: toJson(inputSchema),
    })),
    resources: resources.map(({ uri, name, title = null, description = '', mimeType = null }) => ({
      uri,
      name,
      title,
      description,
      mediaType: mimeType,
    })),
    templates: templates.map(({ uriTemplate, name, title = null, description = '', mimeType = null }) => ({
      template: uriTemplate,
      name,
      title,
      description,
      mediaType: mimeType,
    })),
    prompts: prompts.map(prompt => ({
      name: prompt.name,
      title: prompt.title ?? null,
      description: prompt.description ?? '',
      arguments: (prompt.arguments ?? []).map(({ name, description = '', required = false }) => ({
        name,
        description,
        required,
      })),
    })),
  }
}

export function toMcpResult({ content, isError = false, structuredContent }: CallToolResult): McpResult {
  const result = { isError, content: content.map(toContent) }
  return structuredContent === undefined ? result : { ...result, structured: toJson(structuredContent) }
}

export function toContent(block: ContentBlock): McpContent {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text }
    case 'image':
    case 'audio':
      return { kind: 'bytes', bytes: fromBase64(block.data), mediaType: block.mimeType, name: null }
    case 'resource':
      return toResourceContent(block.resource)
    case 'resource_link':
      return { kind: 'text', text: `[${block.title ?? block.name}](${block.uri})` }
  }
}

export function toSampling(params: CreateMessageRequestParams): McpSampling {
  const { systemPrompt = null, messages, maxTokens, temperature = null } = params
  return {
    systemPrompt,
    messages: messages.map(({ role, content }) => ({
      role,
      content: (Array.isArray(content) ? content : [content]).flatMap(toSampledContent),
    })),
    most: maxTokens,
    temperature,
  }
}

/** Calls of tools and their results are only in requests of servers that were promised tools, and none is. */
function toSampledContent(block: SamplingMessageContentBlock): readonly McpContent[] {
  switch (block.type) {
    case 'text':
    case 'image':
    case 'audio':
      return [toContent(block)]
    case 'tool_use':
    case 'tool_result':
      return []
  }
}

type ResourceContents = Awaited<ReturnType<Client['readResource']>>['contents'][number]

export function toResourceContent(resource: ResourceContents): McpContent {
  const name = resource.uri.split(/[/?#]/).findLast(piece => piece !== '') ?? null
  if ('text' in resource) {
    const bytes = new TextEncoder().encode(resource.text)
    return { kind: 'bytes', bytes, mediaType: resource.mimeType ?? 'text/plain', name }
  }
  const mediaType = resource.mimeType ?? 'application/octet-stream'
  return { kind: 'bytes', bytes: fromBase64(resource.blob), mediaType, name }
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), byte => byte.charCodeAt(0))
  } catch (error) {
    throw new McpError('It sent bytes that are no valid base64.', { cause: error })
  }
}

export function toContentOf(
  content: Extract<McpReply, { action: 'accept' }>['content'],
): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, isTexts(value) ? [...value] : value]))
}

function isTexts(value: string | number | boolean | readonly string[]): value is readonly string[] {
  return Array.isArray(value)
}

export function toProgressWords({ progress, total, message }: Progress): string {
  const share = total === undefined || total <= 0 ? String(progress) : `${Math.round((100 * progress) / total)}%`
  return message === undefined || message === '' ? share : `${message} (${share})`
}

/** What came over the wire was JSON. */
export function toJson(value: unknown): Json {
  return value as Json
}
