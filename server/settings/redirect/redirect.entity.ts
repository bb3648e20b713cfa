import { Entity, Index } from 'typeorm';
import { Flag, Id, Int, Ref, Setting, Varchar } from '../../db/columns';
import { Tracked } from '../../db/revision-subscriber';

/** A link of an ad that records the click, picks an LPO variant and forwards. */
@Tracked()
@Entity()
@Index('ux_redirect_code', ['code'], { unique: true })
@Index('ix_redirect_product', ['productId', 'adId'])
export class Redirect extends Setting {
  @Ref() productId!: number;
  @Ref() adId!: number;

  /** Unguessable part of /r/{code}. */
  @Varchar(32) code!: string;

  /** Default landing page. */
  @Varchar(2048) redirectUrl!: string;
  @Flag({ default: 0 }) lpoFlag: boolean = false;
  @Flag({ default: 0 }) dynamicLpurl: boolean = false;
}

/** One of up to five landing pages of a redirect, identified by its id. */
@Tracked()
@Entity()
@Index('ix_lpo_entry_redirect', ['redirectId', 'position'])
export class LpoEntry {
  @Id() id!: number;
  @Ref() redirectId!: number;

  /** From 1; 0 for removed variants that only reports use. */
  @Int() position!: number;
  @Varchar(255) title!: string;
  @Varchar(2048) url!: string;

  /** Whole percent; the rates of one redirect add up to 100. */
  @Int() rate!: number;
}
