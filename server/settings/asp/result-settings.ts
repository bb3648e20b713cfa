import { Flag, Int, LongText, Varchar, Yen, Setting } from '../../db/columns';

/**
 * Settings that asps and ads share: medium parameters, reporting of results, and rules of automatic approval.
 * An ad's own values apply only if its "individually" flags are on.
 */
export abstract class ResultSettings extends Setting {
  @Flag({ default: 0 }) aXclidFlag: boolean = false;
  @Varchar(255, { nullable: true }) aXclid!: string | null;
  @Flag({ default: 0 }) aSesFlag: boolean = false;
  @Varchar(255, { nullable: true }) aSes!: string | null;
  @Flag({ default: 0 }) aKey1Flag: boolean = false;
  @Varchar(255, { nullable: true }) aKey1!: string | null;
  @Flag({ default: 0 }) aKey2Flag: boolean = false;
  @Varchar(255, { nullable: true }) aKey2!: string | null;
  @Flag({ default: 0 }) aKey3Flag: boolean = false;
  @Varchar(255, { nullable: true }) aKey3!: string | null;

  /** ResultFlag: 0 INVALID, 1 ACTIVE, 2 ACTIVE_ALWAYS. */
  @Int({ default: 0 }) resultFlag: number = 0;
  /** ResultMethod: 1 CV_TAG, 2 WEBHOOK_URL. */
  @Int({ nullable: true }) resultMethod!: number | null;
  @LongText() cvTag!: string | null;
  @Varchar(2048, { nullable: true }) webhookUrl!: string | null;
  @Flag({ default: 0 }) performanceCvFlag: boolean = false;
  @Flag({ default: 0 }) autoApproval: boolean = false;
  /** The asp's names of the three statuses. */
  @Varchar(64, { nullable: true }) approvalUnapproved!: string | null;
  @Varchar(64, { nullable: true }) approvalApproved!: string | null;
  @Varchar(64, { nullable: true }) approvalRejected!: string | null;
  @Flag({ default: 0 }) approvalAmountFlag: boolean = false;
  @Yen('approval_amount_sen', { nullable: true }) approvalAmount!: number | null;
  @Flag({ default: 0 }) argsFlag: boolean = false;
  /** Comma-separated names that the CV's args must contain. */
  @Varchar(1024, { nullable: true }) args!: string | null;
  @Flag({ default: 0 }) excludeDuplicateIpsFlag: boolean = false;
  /** Days within which an IP address can earn one result. */
  @Int({ nullable: true }) excludeDuplicateIps!: number | null;
  @Flag({ default: 0 }) excludeDuplicateArgsFlag: boolean = false;
  @Varchar(255, { nullable: true }) excludeDuplicateArgs!: string | null;
  @Flag({ default: 1 }) status: boolean = true;
}
