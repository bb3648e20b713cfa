import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Int, Millis, Ref, Varchar } from '../db/columns';
import { MEDIUM_VALUE_LENGTH } from '../logs/medium-value';

/** One conversion reported for one ad. What it says was decided when it was made; its state alone changes. */
@Entity()
@Index('ux_result_conversion', ['conversionId', 'adId'], { unique: true })
@Index('ix_result_time', ['productId', 'cvTime'])
@Index('ix_result_status', ['productId', 'approvalStatus', 'cvTime'])
@Index('ix_result_event', ['productId', 'eventId'])
@Index('ix_result_day', ['productId', 'day'])
@Index('ix_result_ad', ['adId', 'cvTime'])
// An ad's results by state are added up from the index alone.
@Index('ix_result_state', ['adId', 'day', 'approvalStatus', 'cvCostSen'])
export class Result {
  /** Time-ordered; what doors and ad networks know it by. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  id!: string;

  @Ref() productId!: number;
  @Ref() conversionId!: number;

  /** The conversion's own outside id. */
  @Varchar(128) eventId!: string;
  @Millis() cvTime!: number;

  /** Tokyo day yyyymmdd of the conversion: by it the cost counts. */
  @Int() day!: number;

  @Ref() adId!: number;

  /** The ad network of that moment; 0 without one. */
  @Int({ default: 0 }) aspId: number = 0;

  /** ResultType: 1 LAST_CV, 2 PERFORMANCE_LAST_CV, 3 CONSTANT_OUTPUT. */
  @Int() resultType!: number;

  /** ResultMethod of that moment: 1 CV_TAG, 2 WEBHOOK_URL; 0 where none was chosen. */
  @Int({ default: 0 }) resultMethod: number = 0;

  /** The ad's interaction that made it a result, and its position in the evaluated path, from 1. */
  @Varchar(128) interactionId!: string;
  @Int() interactionNumber!: number;

  /** Of that interaction: where the cost goes on axes finer than the ad. */
  @Int() device!: number;
  @Int({ default: 0 }) redirectId: number = 0;
  @Int({ default: 0 }) lpoEntryId: number = 0;

  /** Of that interaction: by what the ad network knows the click. */
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) xclid!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) ses!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) key1!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) key2!: string | null;
  @Varchar(MEDIUM_VALUE_LENGTH, { nullable: true }) key3!: string | null;

  /** ApprovalStatus: 0 PENDING, 1 APPROVED, 2 REJECTED. */
  @Int() approvalStatus!: number;

  /** Outcomes of the rules of automatic approval (ApprovalFlag). */
  @Int() approvalAmountResult!: number;
  @Int() approvalArgsResult!: number;
  @Int() excludeDuplicateIpsResult!: number;
  @Int() excludeDuplicateArgsResult!: number;

  @Column({ type: 'double' }) cvCostSen!: number;

  /** The change that gave it its state, of one result or of many at once. */
  @Varchar(32) changeId!: string;

  /** When its CV tag was given to the page that converted. */
  @Millis({ nullable: true }) tagFiredAt!: number | null;

  /** When what it had of a person was erased or came of age: its state and cost stay, and nobody can be told of it any more. */
  @Millis({ nullable: true }) erasedAt!: number | null;

  @Millis() createdAt!: number;
  @Millis() updatedAt!: number;
  @Int({ default: 1 }) version: number = 1;
}
