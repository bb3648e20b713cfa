/** JSON Schema, as far as we need it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string | null | undefined;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** Parameter in a path or a query. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string | null | undefined;
  readonly schema: JsonSchema;
  readonly style?: 'form';
  readonly explode?: boolean;
}

/** Response for a status, or a reference to one. */
export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

/** Method of a path. */
export interface Described {
  readonly summary?: string | undefined;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly [];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

/** Methods of a path. */
export type Path = Readonly<Record<string, Described>>;

/** OpenAPI document, as far as we need it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Path>>;
  readonly components: {
    readonly securitySchemes: object;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Describes a JSON body. */
export const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });
