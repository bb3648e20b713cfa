import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Instant, Int, LongId, LongText, Ref, Varchar } from '../../db/columns';

/** One change of a setting, role or user, or a sign-in or sign-out: who made it, when and from where. */
@Entity('audit_log')
@Index('ix_audit_log_entity', ['companyId', 'entity', 'entityId'])
@Index('ix_audit_log_time', ['companyId', 'at'])
export class AuditLog {
  @LongId() id!: number;
  @Ref() companyId!: number;

  /** Null for changes to the company itself. */
  @Ref({ nullable: true }) productId!: number | null;
  @Instant() at!: Date;
  @Ref({ nullable: true }) userId!: number | null;

  /** The user's name at that time: users may be deleted. */
  @Varchar(255) userName!: string;
  @Varchar(45, { nullable: true }) ip!: string | null;

  /** create, update, delete, undo, signIn or signOut. */
  @Varchar(16) action!: string;
  @Varchar(32) entity!: string;
  @Int() entityId!: number;

  /** Name of the changed thing at that time. */
  @Varchar(255) label!: string;

  /** The version that the change created. */
  @Int({ nullable: true }) version!: number | null;
}

/** A change to one field; values as JSON. */
@Entity('audit_change')
export class AuditChange {
  @PrimaryColumn({ type: 'int8' }) auditId!: number;
  @PrimaryColumn({ type: 'varchar', length: 64 }) field!: string;
  @LongText() beforeValue!: string | null;
  @LongText() afterValue!: string | null;
}
